import { EarlierQuery } from "#contract/api/earlier";

/** Which page of a conversation a URL names. */
export const earlierQuery = ({ url }: Request) => EarlierQuery.parse(Object.fromEntries(new URL(url).searchParams));
