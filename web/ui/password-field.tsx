import { useState } from "react";
import { TextField } from "./text-field.tsx";

/** A password with a press to show it. */
export function PasswordField({
	label = "Password",
	name = "password",
	fresh,
	message,
}: {
	label?: string;
	name?: string;
	/** It is being chosen, not asked for. */
	fresh: boolean;
	message?: string | undefined;
}) {
	const [shown, setShown] = useState(false);
	const word = label.toLowerCase();
	return (
		<TextField
			label={label}
			name={name}
			type={shown ? "text" : "password"}
			autoComplete={fresh ? "new-password" : "current-password"}
			autoCapitalize="none"
			spellCheck={false}
			required
			message={message}
			{...(fresh ? { hint: "At least 6 characters." } : {})}
			aside={
				<button
					type="button"
					onClick={() => setShown(!shown)}
					aria-label={shown ? `Hide ${word}` : `Show ${word}`}
					className="absolute inset-y-0 right-0 px-3 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{shown ? "Hide" : "Show"}
				</button>
			}
		/>
	);
}
