import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";

type Submitted = (event: SubmitEvent<HTMLFormElement>) => void;

/**
 * Asks once whether another address was meant, before a form with a field `email` is submitted. The
 * rule is loaded at the first submission; without it nothing is asked.
 */
export function useEmailQuestion() {
	const [meant, setMeant] = useState<string | null>(null);
	/** The address that was looked at, or that is kept. */
	const settled = useRef<string | null>(null);
	const form = useRef<HTMLFormElement | null>(null);

	async function look(typed: string): Promise<void> {
		const rule = await import("./mistyped-domain.ts").catch(() => null);
		const corrected = rule?.correctedEmail(typed) ?? null;
		settled.current = typed;
		setMeant(corrected);
		if (corrected === null) form.current?.requestSubmit();
	}

	/** The form's handler, which `submit` follows once the address is settled. */
	const before =
		(submit: Submitted): Submitted =>
		(event) => {
			form.current = event.currentTarget;
			const typed = emailField(form.current)?.value ?? "";
			if (typed === "" || settled.current === typed) {
				setMeant(null);
				submit(event);
				return;
			}
			event.preventDefault();
			void look(typed);
		};

	function take(): void {
		const field = emailField(form.current);
		if (!field || meant === null) return;
		settled.current = meant;
		typeInto(field, meant);
	}

	return { before, question: meant === null ? null : <Question meant={meant} onTake={take} /> };
}

/** Either answer submits the form. */
function Question({ meant, onTake }: { meant: string; onTake: () => void }) {
	const first = useRef<HTMLParagraphElement>(null);
	useEffect(() => first.current?.focus(), []);
	return (
		<div className="note flex flex-col items-start gap-3 p-3">
			<p ref={first} tabIndex={-1} className="focus:outline-none">
				Did you mean <strong className="font-semibold wrap-anywhere">{meant}</strong>?
			</p>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" onClick={onTake}>
					Use This Address
				</Button>
				<Button type="submit" variant="quiet">
					Keep as Typed
				</Button>
			</div>
		</div>
	);
}

function emailField(form: HTMLFormElement | null): HTMLInputElement | null {
	const field = form?.elements.namedItem("email");
	return field instanceof HTMLInputElement ? field : null;
}

/** As a person would: React hears of it, whether it controls the field or not. */
function typeInto(field: HTMLInputElement, text: string): void {
	const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
	value?.set?.call(field, text);
	field.dispatchEvent(new Event("input", { bubbles: true }));
}
