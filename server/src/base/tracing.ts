/** Spans for OpenTelemetry. Its packages are loaded only when tracing is on, because they need memory. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context as ParentContext } from '@opentelemetry/api';

export type Attributes = Record<string, string | number | boolean>;

/** One operation in progress. */
export interface Span {
  /** Only our ids, names and codes; never a person's text, an address with its query, or a secret. */
  set(attributes: Attributes): void;
}

export interface Tracing {
  /**
   * Runs `work` in a span, as a child of the current span. An error marks the span with its name, and is thrown again.
   */
  within<T>(span: SpanHead, work: (span: Span) => Promise<T>): Promise<T>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

interface SpanHead {
  /** Has few values, such as `GET /api/public/v1/posts/:id`. */
  name: string;
  kind?: 'server' | 'client';
  attributes: Attributes;
}

export interface TraceSettings {
  /** Where spans are sent by OTLP over HTTP. */
  readonly url: string;
  readonly service: string;
}

const noSpan: Span = { set: () => undefined };

export const noTracing: Tracing = {
  within: (_span, work) => work(noSpan),
  close: () => Promise.resolve(),
};

/** OpenTelemetry's own exporter reads headers, certificates and so on from the standard variables. */
export async function openTracing(to: TraceSettings | undefined): Promise<Tracing> {
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
  const parents = new AsyncLocalStorage<ParentContext>();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };
  return {
    async within({ name, kind, attributes }, work) {
      const parent = parents.getStore() ?? ROOT_CONTEXT;
      const settings = { attributes, kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind] };
      const span = tracer.startSpan(name, settings, parent);
      const set = (more: Attributes) => void span.setAttributes(more);
      try {
        return await parents.run(trace.setSpan(parent, span), () => work({ set }));
      } catch (error) {
        // Not the message, which may contain a person's text or a network's answer.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    // An unavailable collector must not prevent an orderly stop.
    close: () => provider.shutdown().catch(() => undefined),
  };
}
