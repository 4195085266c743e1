/** The hidden field that says for whom a form was made, and where: the mark of its page, its id, and the page when the form goes elsewhere. */
export const formOriginField = "formOrigin";
/** The hidden field with the version of the record that a restored text was written over. */
export const storedVersionField = "storedVersion";

export type FormOrigin = { mark: string; form: string; page: string };

export function writtenOrigin({ mark, form, page }: FormOrigin): string {
  return [mark, form, page].join("|");
}

export function readOrigin(written: unknown): FormOrigin | null {
  const [, mark, form, page] = /^([^|]{1,200})\|([^|]{0,100})\|(.{0,2000})$/.exec(typeof written === "string" ? written : "") ?? [];
  return mark === undefined ? null : { mark, form: form ?? "", page: page ?? "" };
}
