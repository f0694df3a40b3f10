// Svelte context: the game whose pieces are shown as the signs of seats.
import { getContext, setContext } from "svelte";
import type { Board } from "../protocol";

const KEY = "pieces of the seats";
type Pieces = () => { board: Board; game: string } | null;

export const showSeatsBy = (pieces: Pieces) => setContext(KEY, pieces);
export const piecesOfSeats = (): Pieces => getContext<Pieces>(KEY) ?? (() => null);
