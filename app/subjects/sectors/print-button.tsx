import { Printer } from "lucide";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Prints the page. Without script, the browser's own menu does. */
export function PrintButton({ children }: { children: string }) {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return (
    <Button type="button" variant="line" hidden={!scripted} onClick={() => window.print()}>
      <Icon of={Printer} />
      {children}
    </Button>
  );
}
