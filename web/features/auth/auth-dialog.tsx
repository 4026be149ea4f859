import { useState } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { AuthForm } from "./auth-form.tsx";
import type { AuthMode } from "./auth-mode.ts";
import { ConfirmFirst } from "./confirm-first.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";

const TITLES: Record<AuthMode, string> = {
	"sign-in": "Sign In",
	"sign-up": "Create Account",
	forgot: "Forgot Password",
};

/** Every way in, in one dialog. */
export function AuthDialog({
	open,
	mode,
	reason,
	problem,
	google,
	onMode,
	onAgreed,
	onClose,
	onClosed,
}: {
	open: boolean;
	mode: AuthMode;
	/** Why the visitor is asked. */
	reason: string | undefined;
	/** Why the last way in led nowhere. */
	problem: string | undefined;
	/** Whether this site has Google sign-in set up. */
	google: boolean;
	onMode: (mode: AuthMode) => void;
	onAgreed: () => Promise<void>;
	onClose: () => void;
	onClosed: () => void;
}) {
	const [email, setEmail] = useState("");
	const [mailed, setMailed] = useState(false);
	const [spent, setSpent] = useState(false);
	const choose = (next: AuthMode) => {
		setMailed(false);
		setSpent(true);
		onMode(next);
	};
	const forgot = mode === "forgot";
	return (
		<Dialog
			open={open}
			title={mailed ? "Check Your Email" : TITLES[mode]}
			onClose={onClose}
			onClosed={onClosed}
		>
			<div className="mt-2 flex flex-col gap-4">
				{problem !== undefined && !spent && !mailed && (
					<p role="alert" className="border-l-4 border-ink bg-sunken p-3">
						{problem}
					</p>
				)}
				{mailed ? (
					<ConfirmFirst email={email} onBack={() => choose("sign-in")} />
				) : forgot ? (
					<ForgotForm
						email={email}
						onEmail={setEmail}
						onBack={() => choose("sign-in")}
					/>
				) : (
					<>
						{reason !== undefined && <p className="text-muted">{reason}</p>}
						{google && <GoogleSignIn />}
						<AuthForm
							mode={mode}
							email={email}
							onEmail={setEmail}
							onMode={choose}
							onAgreed={onAgreed}
							onMailed={() => setMailed(true)}
						/>
					</>
				)}
			</div>
		</Dialog>
	);
}
