import type { ComponentProps } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { AuthForm } from "./auth-form.tsx";

/** Sign-in and sign-up in a dialog. */
export function AuthDialog({
	open,
	onClose,
	onClosed,
	...form
}: ComponentProps<typeof AuthForm> & {
	open: boolean;
	onClose: () => void;
	onClosed: () => void;
}) {
	return (
		<Dialog
			open={open}
			title={form.mode === "sign-in" ? "Sign In" : "Create Account"}
			onClose={onClose}
			onClosed={onClosed}
		>
			<AuthForm {...form} />
		</Dialog>
	);
}
