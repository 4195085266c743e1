import { useRef } from "react";

/** The key of the form under a conversation: it is emptied once `last` names another message, but while a refusal is shown, what was typed stays. */
export function useFormKey(last: string | number, answer: unknown) {
  const key = useRef(last);
  if (!answer) key.current = last;
  return key.current;
}
