import { useId } from "react";

/** A progress bar with a text. Without a value, it is indeterminate. */
export function Progress({ label, value, max = 100, text }: { label: string; value?: number; max?: number; text: string }) {
  const id = useId();
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <span className="muted tabular-nums" id={`${id}-text`}>
        {text}
      </span>
      <progress id={id} value={value} max={max} aria-describedby={`${id}-text`} />
    </div>
  );
}
