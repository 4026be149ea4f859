import { Component, type ReactNode, useEffect } from "react";
import { Button } from "./button.tsx";
import { ChunkLoadError, resetFailedChunks } from "./lazy-part.tsx";
import { showToast } from "./toasts.tsx";

type Props = {
	children: ReactNode;
	/** Changing the value renders the children again. */
	resetKey?: string;
	/** Replaces the error screen, for an optional part of the page. */
	fallback?: ReactNode;
};
type State = { failure: unknown; resetKey: string | undefined };

const NONE = Symbol("no failure");

/** Limits a render error to one part of the page. */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { failure: NONE, resetKey: this.props.resetKey };

	static getDerivedStateFromError(failure: unknown): Partial<State> {
		return { failure };
	}

	static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
		if (props.resetKey === state.resetKey) return null;
		if (state.failure !== NONE) resetFailedChunks();
		return { failure: NONE, resetKey: props.resetKey };
	}

	override render(): ReactNode {
		const { failure } = this.state;
		if (failure === NONE) return this.props.children;
		if (this.props.fallback !== undefined) return this.props.fallback;
		return (
			<ErrorScreen
				outdated={failure instanceof ChunkLoadError}
				onRetry={() => {
					resetFailedChunks();
					this.setState({ failure: NONE });
				}}
			/>
		);
	}
}

/** Replaces a page that could not be rendered. */
function ErrorScreen({
	outdated,
	onRetry,
}: {
	/** Whether the page's code could not be loaded, for example after a deployment. */
	outdated: boolean;
	onRetry: () => void;
}) {
	return (
		<div role="alert" className="page-width flex flex-col gap-4 py-16">
			<h1 className="font-serif text-2xl font-semibold">Something went wrong</h1>
			<p className="max-w-[60ch]">
				{outdated
					? "This page could not be loaded. You may be offline, or the site was just updated. Refresh to get the current version."
					: "We encountered an unexpected error. Please try refreshing the page."}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button variant="primary" onClick={() => window.location.reload()}>
					Refresh Page
				</Button>
				<Button onClick={onRetry}>Try Again</Button>
			</div>
		</div>
	);
}

/**
 * Used instead of a dialog or a small part that could not be loaded: shows a toast and leaves the
 * page unchanged.
 */
export function ChunkMissing({ onError }: { onError?: () => void }) {
	useEffect(() => {
		onError?.();
		showToast({
			title: "This could not be loaded",
			text: "You may be offline, or the site was just updated.",
			topic: "part missing",
			action: { label: "Refresh Page", onPress: () => window.location.reload() },
		});
	}, [onError]);
	return null;
}
