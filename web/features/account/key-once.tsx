import { useEffect, useRef } from "react";
import type { NewApiKey } from "#contract/me.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";

/** A new key, shown this one time. */
export function KeyOnce({
	made,
	onClose,
}: {
	made: NewApiKey;
	onClose: () => void;
}) {
	const box = useRef<HTMLElement>(null);
	useEffect(() => {
		if (made.id !== "") box.current?.focus();
	}, [made.id]);
	return (
		<section
			ref={box}
			aria-label={`New key ${made.name}`}
			tabIndex={-1}
			className="flex w-full flex-col gap-3 border-l-4 border-ink bg-sunken p-4"
		>
			<p>
				<strong className="font-semibold">
					Copy the key “{made.name}” now.
				</strong>{" "}
				We keep only its hash and cannot show it again. Whoever has it can act
				as you.
			</p>
			<CopyField label="API key" text={made.key} what="Key" />
			<Button onClick={onClose} className="self-start">
				I Have It
			</Button>
		</section>
	);
}
