import { Search } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

type Props = {
  id: string;
  /** Where the words are looked for; the page itself when missing. */
  action?: string;
  /** What the field asks for, and what its button does. */
  label: string;
  button: string;
  value?: string;
  className?: string;
  /** What else the address keeps. */
  children?: ReactNode;
};

/** A box for words to look for: a form that leads to an address. */
export function SearchForm({ id, action, label, button, value, className, children }: Props) {
  return (
    <search className={`relative ${className ?? ""}`.trim()}>
      <form action={action}>
        <label className="sr-only" htmlFor={id}>
          {label}
        </label>
        <input
          className="control rounded-link pr-13 pl-5"
          id={id}
          name="q"
          type="search"
          defaultValue={value}
          placeholder={label}
          maxLength={200}
        />
        {children}
        <button
          type="submit"
          aria-label={button}
          className="absolute top-1 right-1 grid size-10 place-items-center rounded-link bg-ink text-white"
        >
          <Icon of={Search} />
        </button>
      </form>
    </search>
  );
}
