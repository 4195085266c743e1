import { useNavigation } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Move } from "#contract/publishing/content";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Twice in each row: bordered like a line of the table, not like a control. */
const quiet = "border-line! px-2.5! hover:border-ink!";

const ways = [
  { to: "up", icon: ArrowUp },
  { to: "down", icon: ArrowDown },
] as const;

type Props = { id: string; name: string; first: boolean; last: boolean };

/** Moves a record up or down by one. The pressed button keeps the focus, or the other one at the end of the list. */
export function MoveButtons({ id, name, first, last }: Props) {
  const { t } = useTranslation("content");
  const place = useRef<HTMLDivElement>(null);
  useFocusAfterMove(place, id);
  const ends: Record<Move, boolean> = { up: first, down: last };
  return (
    <div ref={place}>
      <Form className="flex gap-1" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        {ways.map(({ to, icon }) => (
          <Button
            key={to}
            small
            variant="line"
            className={quiet}
            name="to"
            value={to}
            aria-label={t(`move.${to}`, { name })}
            disabled={ends[to]}
          >
            <Icon of={icon} />
          </Button>
        ))}
      </Form>
    </div>
  );
}

function useFocusAfterMove(place: RefObject<HTMLElement>, id: string) {
  const { state, formData } = useNavigation();
  const pressed = useRef<string | null>(null);
  const to = formData?.get("id") === id ? String(formData.get("to")) : null;
  useEffect(() => {
    if (to) pressed.current = to;
    if (state !== "idle" || !pressed.current) return;
    const buttons = [...(place.current?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? [])];
    (buttons.find(({ value }) => value === pressed.current) ?? buttons[0])?.focus();
    pressed.current = null;
  }, [state, to, place]);
}
