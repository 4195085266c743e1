import { ArrowDown, ArrowUp } from "lucide";
import { useTranslation } from "react-i18next";
import { Form } from "~/forms/form";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Twice in each row: a line of the table around them, not of a control. */
const quiet = "border-line! px-2.5! hover:border-ink!";

/** Takes a record one place up or down in its list. */
export function MoveButtons({ id }: { id: string }) {
  const { t } = useTranslation("content");
  return (
    <Form className="flex gap-1" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button small look="line" className={quiet} name="to" value="up" aria-label={t("move.up")}>
        <Icon of={ArrowUp} />
      </Button>
      <Button small look="line" className={quiet} name="to" value="down" aria-label={t("move.down")}>
        <Icon of={ArrowDown} />
      </Button>
    </Form>
  );
}
