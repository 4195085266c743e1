import type { FormMetadata } from "@conform-to/react";
import { ArrowDown, ArrowUp } from "lucide";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** `up` and `down` are what the buttons are called. */
type Props = { form: FormMetadata; list: { name: string; at: number; last: boolean }; up: string; down: string };

/** The buttons that move an entry of a list of fields; each sends the form. */
export function MoveInList({ form, list: { name, at, last }, up, down }: Props) {
  const to = (place: number) => form.reorder.getButtonProps({ name: name as never, from: at, to: place });
  return (
    <>
      <Button {...to(at - 1)} small variant="line" aria-label={up} disabled={at === 0}>
        <Icon of={ArrowUp} />
      </Button>
      <Button {...to(at + 1)} small variant="line" aria-label={down} disabled={last}>
        <Icon of={ArrowDown} />
      </Button>
    </>
  );
}
