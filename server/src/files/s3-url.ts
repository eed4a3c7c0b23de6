/** Parses STORAGE_URL, the location of an S3-compatible store: `s3://bucket/prefix?endpoint=…&region=…`. */

export interface S3Place {
  bucket: string;
  /** Empty, or ending in a slash. */
  prefix: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  /** Undefined: the SDK reads it from AWS's standard environment variables. */
  region: string | undefined;
}

/** The store, or the error as the rest of a sentence, without secrets. */
export function parseS3Url(text: string): S3Place | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') return 'is not an address that begins with s3://.';
  return findError(url) ?? readPlace(url);
}

const parameters = ['endpoint', 'region'];

function findError(url: URL): string | undefined {
  const { searchParams: query } = url;
  const endpoint = query.get('endpoint');
  if (url.username !== '' || url.password !== '') {
    return 'contains a user or a password. Put the keys into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) {
    return 'has no valid bucket after s3://, which is 3 to 63 lower-case letters, digits, dots and hyphens.';
  }
  if (!/^(\/[\w.-]+)*\/?$/.test(url.pathname)) {
    return 'has a prefix with characters other than letters, digits, dots, hyphens, underscores and slashes.';
  }
  if ([...query.keys()].some((name) => !parameters.includes(name)) || url.hash !== '') {
    return `has an unknown parameter. The known ones are ${parameters.join(' and ')}.`;
  }
  if (endpoint !== null && !isEndpoint(endpoint)) {
    return 'has an invalid endpoint. It must be an http or https address without a path.';
  }
  if (!/^[a-z0-9-]*$/.test(query.get('region') ?? ''))
    return 'has an invalid region. A valid one is eu-central-1.';
  return undefined;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  return isWeb && url.pathname === '/' && url.search === '' && url.hash === '';
}

function readPlace({ host, pathname, searchParams }: URL): S3Place {
  const prefix = pathname.replace(/^\/|\/$/g, '');
  return {
    bucket: host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: searchParams.get('endpoint') || undefined,
    region: searchParams.get('region') || undefined,
  };
}
