import { TriangleAlert } from "lucide";
import { type ReactNode, useId } from "react";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";

type Props = {
  title?: string;
  /** Its place among the groups of the form. */
  number?: number;
  /** Whether one of its fields has an error. */
  atFault?: boolean;
  /** Closed until someone opens it, unless it has an error. */
  folded?: boolean;
  children: ReactNode;
};

/** Fields that belong together, under a title with the number of the group or a sign that something in it is to be corrected. */
export function FormGroup({ title, number, atFault = false, folded = false, children }: Props) {
  const id = useId();
  const fields = <div className="form-fields">{children}</div>;
  const heading = title && (
    <span className="flex items-center gap-3">
      {(atFault || number !== undefined) && (
        <span className="group-ring" data-fault={atFault || undefined} aria-hidden="true">
          {atFault ? <Icon of={TriangleAlert} className="size-4" /> : number}
        </span>
      )}
      {title}
    </span>
  );
  if (folded)
    return (
      <Disclosure variant="panel" summary={<h2 className="panel-title">{heading}</h2>} open={atFault}>
        <div className="pt-4">{fields}</div>
      </Disclosure>
    );
  if (!title) return <section className="panel">{fields}</section>;
  return (
    <section className="panel grid gap-4" aria-labelledby={id}>
      <h2 id={id} className="panel-title">
        {heading}
      </h2>
      {fields}
    </section>
  );
}
