/** Where an S3-compatible store is, as STORAGE_URL says it: `s3://bucket/prefix?endpoint=…&region=…`. */

export interface S3Place {
  bucket: string;
  /** Empty, or ending in a slash. */
  prefix: string;
  /** Undefined: Amazon's own. */
  endpoint: string | undefined;
  /** Undefined: as the standard environment of AWS says. */
  region: string | undefined;
}

/** The place, or why there is none: the rest of a sentence, which tells no secret. */
export function parseS3Url(text: string): S3Place | string {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') return 'is not an address that begins with s3://.';
  return findFault(url) ?? readPlace(url);
}

const names = ['endpoint', 'region'];

function findFault(url: URL): string | undefined {
  const { searchParams: query } = url;
  const endpoint = query.get('endpoint');
  if (url.username !== '' || url.password !== '') {
    return 'holds a user or a password: keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) {
    return 'names no bucket: after s3:// come 3 to 63 small letters, digits, dots and hyphens.';
  }
  if (!/^(\/[\w.-]+)*\/?$/.test(url.pathname)) {
    return 'has a prefix with other signs than letters, digits, dots, hyphens, underscores and slashes.';
  }
  if ([...query.keys()].some((name) => !names.includes(name)) || url.hash !== '') {
    return `has another parameter than ${names.join(' and ')}.`;
  }
  if (endpoint !== null && !isEndpoint(endpoint)) {
    return 'has an endpoint that is no http or https address without a path.';
  }
  if (!/^[a-z0-9-]*$/.test(query.get('region') ?? '')) return 'has a region that is none, like eu-central-1.';
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
