import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";
import { useAuth } from "./auth-context.ts";

/** Shown to visitors instead of content for members. */
export function SignInRequired({ text }: { text: string }) {
	const { promptSignIn } = useAuth();
	return (
		<EmptyState title="Sign In Required" text={text}>
			<Button variant="primary" onClick={() => void promptSignIn()}>
				Sign In
			</Button>
		</EmptyState>
	);
}
