import type { ReactNode } from "react";
import { Link } from "./link";

type Props = {
  title: string;
  to: string;
  /** The level of its title under the page's other titles. */
  level?: "h2" | "h3" | "h4";
  children?: ReactNode;
};

/** Something that can be picked up, moved or refused, and nothing else: its title leads to it from the whole card. */
export function Card({ title, to, level: Title = "h3", children }: Props) {
  return (
    <article className="card">
      <Title className="card-title">
        <Link to={to}>{title}</Link>
      </Title>
      {children}
    </article>
  );
}
