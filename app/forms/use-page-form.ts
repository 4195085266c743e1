import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react";
import { useMatches } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod";
import type { FormRules } from "./rules.server";
import type { FormAnswer } from "./submission.server";
import { useStoredForm } from "./use-stored-forms";
import type { validatorOf } from "./validator";

type Options<Input> = { id: string; answer: FormAnswer | undefined; defaultValue?: DefaultValue<Input> };

/**
 * The form of a page: fields with the constraints from the loader (`rulesOf`), the server's response, and, once someone starts to fill it in,
 * the same validation in the browser: `schema` loads its schema. Until then, only the server validates.
 */
export function usePageForm<Schema extends z.ZodObject>(
  schema: () => Promise<Schema>,
  { id, answer, defaultValue }: Options<z.input<Schema>>,
) {
  const { check, typedBefore } = useCheck(id, schema);
  const stored = useStoredResult(id, answer);
  const [form, fields] = useForm<z.input<Schema>>({
    id,
    lastResult: answer?.result ?? stored,
    defaultValue: defaultValue as never,
    constraint: useRules(id) as never,
    // Without a validator, each key press would be sent to the server.
    shouldRevalidate: check ? "onInput" : "onSubmit",
    onValidate: check as never,
  });
  useEffect(() => {
    if (!check) return;
    for (const name of typedBefore) if (form.allErrors[name]) form.validate({ name: name as never });
    typedBefore.clear();
  }, [check, typedBefore, form]);
  return [form, fields] as const;
}

/** What was stored while logged out, as a result that the form begins with. Later data of the page does not change it; a response ends it. */
function useStoredResult(id: string, answer: FormAnswer | undefined): SubmissionResult<string[]> | undefined {
  const stored = useStoredForm(id);
  const [result] = useState(stored ? { initialValue: stored.values as SubmissionResult["initialValue"] } : undefined);
  const answered = useRef(false);
  if (answer) answered.current = true;
  return answered.current ? undefined : result;
}

function useRules(id: string) {
  const given = useMatches().map(({ data }) => (data as { rules?: FormRules } | undefined)?.rules?.[id]);
  const rules = given.findLast((one) => one !== undefined);
  if (!rules) throw new Error(`no loader of this page gives the rules of the form ${id}`);
  return Object.fromEntries(rules.map((name) => [name, { required: true }]));
}

/** The validator of a form, once someone has started to fill it in, and the fields that were edited before it had loaded. */
function useCheck(id: string, schema: () => Promise<z.ZodObject>) {
  const [check, setCheck] = useState<{ check: ReturnType<typeof validatorOf> }>();
  const typedBefore = useRef(new Set<string>()).current;
  const latest = useRef(schema);
  latest.current = schema;
  useEffect(() => {
    if (check) return;
    let wanted = false;
    const load = async () => {
      if (wanted) return;
      wanted = true;
      try {
        const [{ validatorOf: checkOf }, loaded] = await Promise.all([import("./validator"), latest.current()]);
        setCheck({ check: checkOf(loaded) });
      } catch {
        // The server validates; the next input tries again.
        wanted = false;
      }
    };
    const onTouch = ({ type, target }: Event) => {
      const field = target as Element & { name?: string };
      if (!document.getElementById(id)?.contains(field)) return;
      if (type === "input" && field.name) typedBefore.add(field.name);
      load();
    };
    if (document.getElementById(id)?.contains(document.activeElement)) load();
    const touches = ["focusin", "input"] as const;
    for (const touch of touches) document.addEventListener(touch, onTouch);
    return () => {
      for (const touch of touches) document.removeEventListener(touch, onTouch);
    };
  }, [id, check, typedBefore]);
  return { check: check?.check, typedBefore };
}
