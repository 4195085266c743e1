/** When what is built was written, as an ISO time. */
export function releaseDate(): string;
