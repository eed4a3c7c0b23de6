/** Spans for OpenTelemetry. Its packages are loaded only where somebody wants spans, as they cost memory. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as Ancestry } from '@opentelemetry/api';

export type Attributes = Record<string, string | number | boolean>;

/** What is under way. */
export interface Span {
  /** Ids, names and codes of ours; never a text of a person, an address with its query, or a secret. */
  set(attributes: Attributes): void;
}

export interface Tracing {
  /** Runs `work` in a span, below the one that runs it. A throw marks the span with the error's name, and goes on. */
  within<T>(span: SpanHead, work: (span: Span) => Promise<T>): Promise<T>;
  /** Sends what is left. */
  close(): Promise<void>;
}

interface SpanHead {
  /** Of few values: `GET /api/public/v1/posts/:id`. */
  name: string;
  kind?: 'server' | 'client';
  attributes: Attributes;
}

export interface TracesTo {
  /** Where spans are sent by OTLP over HTTP. */
  readonly url: string;
  readonly service: string;
}

const nobody: Span = { set: () => undefined };

export const noTracing: Tracing = {
  within: (_span, work) => work(nobody),
  close: () => Promise.resolve(),
};

/** Headers, certificates and the like are read from the standard variables by OpenTelemetry's own exporter. */
export async function openTracing(to: TracesTo | undefined): Promise<Tracing> {
  if (to === undefined) return noTracing;
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, TracerProvider } = await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': to.service })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: to.url }) })],
  });
  const tracer = provider.getTracer('belfry');
  const above = new AsyncLocalStorage<Ancestry>();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
  return {
    async within({ name, kind, attributes }, work) {
      const ancestry = above.getStore() ?? ROOT_CONTEXT;
      const settings = { attributes, kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind] };
      const span = tracer.startSpan(name, settings, ancestry);
      const set = (more: Attributes) => void span.setAttributes(more);
      try {
        return await above.run(trace.setSpan(ancestry, span), () => work({ set }));
      } catch (error) {
        // Not its message, which may hold what a person wrote or a network answered.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    // A collector that is away must not keep the service from ending well.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
