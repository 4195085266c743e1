import { cut } from "#contract/formats/cut";
import { previewParameter } from "~/lists/preview";

/** The longest query of a list that goes along in an address. */
const longestList = 800;

const parameter = "list";

/** The address of a record with the query of the list that it was opened from, so that its deletion leads back to the same rows. */
export function withList(to: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete(previewParameter);
  const list = query.toString();
  return list === "" || list.length > longestList ? to : `${to}?${new URLSearchParams({ [parameter]: list })}`;
}

/** The query of the list that a record was opened from; empty without one. */
export const listBeforeRecord = ({ url }: { url: string }) => cut(new URL(url).searchParams.get(parameter) ?? "", longestList);
