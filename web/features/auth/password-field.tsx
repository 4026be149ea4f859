import { useState } from "react";
import { TextField } from "#web/ui/text-field.tsx";
import type { AuthMode } from "./auth-form.tsx";

export function PasswordField({
	mode,
	message,
}: {
	mode: AuthMode;
	message: string | undefined;
}) {
	const [shown, setShown] = useState(false);
	const fresh = mode === "sign-up";
	return (
		<TextField
			label="Password"
			name="password"
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
					aria-label={shown ? "Hide password" : "Show password"}
					className="absolute inset-y-0 right-0 px-3 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{shown ? "Hide" : "Show"}
				</button>
			}
		/>
	);
}
