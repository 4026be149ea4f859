import type { ReactNode, Ref } from "react";
import { ReviewFacts } from "./fact-list.tsx";
import { ForeignText } from "./foreign-text.tsx";
import { ListEnd } from "./list-end.tsx";
import { type Tab, Tabs } from "./tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "./view-states.tsx";

/** What admins decide, by state. The outcome of a decision takes the focus of its button. */
export function ReviewQueue<State extends string, Item>({
	label,
	states,
	state,
	nothing,
	items,
	list,
	outcome,
	onState,
	children,
}: {
	label: string;
	states: Tab<State>[];
	state: State;
	/** Said of an empty list. */
	nothing: Record<State, { title: string; text: string }>;
	/** undefined while they load. */
	items: Item[] | undefined;
	list: {
		problem: Error | undefined;
		more: boolean;
		loading: boolean;
		loadMore: () => void;
		reload: () => unknown;
	};
	/** Of the last decision. */
	outcome: { ref: Ref<HTMLParagraphElement>; done?: string; failed?: string };
	onState: (state: State) => void;
	children: (item: Item) => ReactNode;
}) {
	const { problem, more, loading, loadMore, reload } = list;
	return (
		<Tabs label={label} variant="sub" tabs={states} chosen={state} onChoose={onState}>
			<div className="flex max-w-3xl flex-col gap-8">
				<p
					ref={outcome.ref}
					role="status"
					tabIndex={-1}
					className="font-semibold empty:hidden focus:outline-none"
				>
					{outcome.done}
				</p>
				{outcome.failed !== undefined && <ProblemNotice detail={outcome.failed} />}
				{items === undefined && problem === undefined && <Skeleton className="h-60" />}
				{items?.length === 0 && <EmptyState {...nothing[state]} />}
				{items?.map(children)}
				<ListEnd
					problem={problem}
					more={more}
					loading={loading}
					onMore={loadMore}
					onRetry={reload}
				/>
			</div>
		</Tabs>
	);
}

/** One case with the facts for deciding it. */
export function ReviewCard({
	id,
	title,
	above,
	below,
	facts,
	children,
}: {
	id: string;
	title: string;
	above?: ReactNode;
	below: ReactNode;
	facts: [string, ReactNode][];
	/** The controls of the decision. */
	children: ReactNode;
}) {
	return (
		<article aria-labelledby={id} className="flex flex-col gap-4 border-t-2 border-ink pt-3">
			<div className="flex flex-col gap-2">
				{above}
				<h2
					id={id}
					className="font-serif text-lg leading-snug font-semibold [overflow-wrap:anywhere]"
				>
					<ForeignText className="block">{title}</ForeignText>
				</h2>
				<p className="text-sm text-muted">{below}</p>
			</div>
			<ReviewFacts facts={facts} />
			{children}
		</article>
	);
}

/** Tall enough to be tapped on a phone. */
export const REVIEW_LINK =
	"inline-block py-0.5 underline decoration-rule underline-offset-4 hover:decoration-ink";
