import { useState } from "react";
import useSWR from "swr";
import { formatMinute } from "#contract/format.ts";
import type { ServiceTest, ServiceTests } from "#contract/services.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { PAGE_TIMEOUT_MS, request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";
import { AdminNav } from "./admin-nav.tsx";

/** Each AI provider and source with its last answer to a test, and the test. */
export function AdminProviders() {
	useDocumentTitle("Providers");
	const { data, error, mutate } = useSWR<ServiceTests, ApiProblem>("/api/admin/providers");
	const submission = useSubmit();
	const [tested, setTested] = useState(0);
	async function test() {
		const answers = await request<ServiceTests>("/api/admin/providers/test", {
			method: "POST",
			timeout_ms: PAGE_TIMEOUT_MS,
		});
		await mutate(answers, { revalidate: false });
		setTested((count) => count + 1);
	}
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="providers" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Providers</PageHeading>
				<p className="text-muted">
					The AI providers and sources of this site. A test asks each of them one short question,
					which costs a fraction of a cent; six tests an hour are allowed.
				</p>
			</div>
			<div className="flex max-w-3xl flex-col items-start gap-6">
				<Button busy={submission.busy} onClick={() => void submission.run(test)}>
					Test All
				</Button>
				<SubmitNote submission={submission} />
				<p role="status" className="sr-only">
					{tested > 0 && !submission.busy ? "All have been tested." : ""}
				</p>
				{data === undefined ? (
					<Loading problem={error} retry={mutate} className="h-60 w-full" />
				) : (
					<Services services={data.services} />
				)}
			</div>
		</div>
	);
}

function Services({ services }: { services: ServiceTest[] }) {
	if (services.length === 0)
		return (
			<EmptyState
				title="No provider is set up"
				text="Add a provider's key or a local model's address to the site's settings."
			/>
		);
	return (
		<ul className="flex w-full flex-col divide-y divide-rule border-y border-rule">
			{services.map((service) => (
				<Service key={`${service.kind} ${service.id}`} service={service} />
			))}
		</ul>
	);
}

function Service({ service }: { service: ServiceTest }) {
	const { kind, name, model, tested_at, ok, message } = service;
	return (
		<li className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[14rem_1fr]">
			<div className="flex flex-col">
				<span className="font-semibold">{name}</span>
				<span className="text-sm break-words text-muted">{model ?? KINDS[kind]}</span>
			</div>
			<div className="flex min-w-0 flex-col">
				<span className={`break-words ${ok === false ? "font-semibold" : ""}`}>
					{message ?? "Not tested yet."}
				</span>
				{tested_at !== null && (
					<span className="text-sm text-muted">
						{ok ? "Tested" : "Failed"} {formatMinute(tested_at)}
					</span>
				)}
			</div>
		</li>
	);
}

const KINDS = { provider: "AI provider", source: "Source" };
