// Which puzzles are listed: kept while the page is open, from one puzzle to the next.
export const choice = $state({ level: "", theme: "" });
