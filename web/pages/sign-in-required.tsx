import { useAuth } from "#web/features/auth/auth-context.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Stands where a member's own things would. */
export function SignInRequired({ text }: { text: string }) {
	const { promptSignIn } = useAuth();
	return (
		<EmptyState title="Sign In Required" text={text}>
			<Button look="primary" onClick={() => void promptSignIn()}>
				Sign In
			</Button>
		</EmptyState>
	);
}
