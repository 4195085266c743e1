import { useId } from "react";

/** How far something is: `text` says it in words. Without a value, something is under way and nobody knows how far. */
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
