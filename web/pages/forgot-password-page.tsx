import { useState } from "react";
import { useAuth } from "#web/features/auth/auth-context.ts";
import { ForgotForm } from "#web/features/auth/forgot-form.tsx";
import { useDocumentTitle } from "#web/ui/document-title.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** Asking for a link to choose a new password. */
export function ForgotPasswordPage() {
	useDocumentTitle("Forgot password");
	const { promptSignIn } = useAuth();
	const [email, setEmail] = useState("");
	return (
		<div className="page-width flex flex-col gap-4 py-12 sm:py-16">
			<PageHeading>Forgot password</PageHeading>
			<div className="w-full max-w-md">
				<ForgotForm
					email={email}
					onEmail={setEmail}
					onBack={() => void promptSignIn()}
				/>
			</div>
		</div>
	);
}
