import { ButtonLink } from "./button";
import { Drawing, DrawingSymbols } from "./drawing";
import type { DrawingName } from "./drawings";

/** Shown in place of an empty list: a drawing, a sentence, and a link to the next step. */
export function EmptyState({ drawing, text, action }: { drawing: DrawingName; text: string; action?: { to: string; label: string } }) {
  return (
    <div className="panel grid justify-items-center gap-4 py-12 text-center [--drawing-line:var(--color-ink)]">
      <DrawingSymbols names={[drawing]} />
      <Drawing name={drawing} className="w-30" />
      <p>{text}</p>
      {action && (
        <ButtonLink variant="line" to={action.to}>
          {action.label}
        </ButtonLink>
      )}
    </div>
  );
}
