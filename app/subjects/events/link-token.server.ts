import { Token } from "#contract/api/mail-links";

/** The token in the query of a link of a mail or of a calendar; undefined when it is missing or malformed. */
export const linkToken = (request: Request) => Token.safeParse(new URL(request.url).searchParams.get("token")).data;
