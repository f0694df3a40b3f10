// Which puzzles are listed: kept while the page is open, from one puzzle to the next.
export const filter = $state({ level: "", theme: "" });
