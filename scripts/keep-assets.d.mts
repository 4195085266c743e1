/** Copies what the folder `from` has and `to` has not, unless it is older than a month. Returns how many files. */
export function keepAssets(from: string, to: string, now?: number): number;
