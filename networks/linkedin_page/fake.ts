/** A fake LinkedIn with one Page, whose app has the Community Management API. */
import type { JsonObject } from '../core/json.ts';
import { denied, type LinkedinFake, listOf, startLinkedin } from '../families/linkedin/fake-linkedin.ts';
import type { FakeRequest, FakeResponse } from '../testing/fake-server.ts';

export const person = 'urn:li:person:Ylpq-RobP9';
const page = 'urn:li:organization:2414183';

export interface PageFake extends LinkedinFake {
  /** What LinkedIn lists as the roles of the person. */
  roles: JsonObject[];
  /** By URN of the post. */
  statistics: Map<string, JsonObject>;
}

export async function startFake(): Promise<PageFake> {
  const roles = [roleFor(page, 'ADMINISTRATOR')];
  const statistics = new Map<string, JsonObject>();
  const read = new Set<string>();
  const statisticsOf = (urn: string) =>
    read.has(urn) && fake.visible().some(({ id }) => id === urn)
      ? { impressionCount: 1 }
      : statistics.get(urn);
  const account = { id: page, name: 'Town Bells', username: 'town-bells', avatarUrl: null };
  const fake = await startLinkedin({
    account,
    products: ['community_management', 'comments'],
    scopes: [
      ...['r_basicprofile', 'w_member_social', 'w_organization_social', 'r_organization_social'],
      ...['rw_organization_admin', 'w_member_social_feed', 'w_organization_social_feed'],
    ],
    hasRefresh: true,
    more: (name, request) => {
      if (!fake.linkedin.scopes.includes('rw_organization_admin')) return denied();
      const isFinder = request.headers['x-restli-method'] === 'FINDER';
      if (name === 'GET /rest/organizationAcls' && isFinder) return listOf(pageOf(roles, request));
      if (name === 'GET /rest/organizationalEntityShareStatistics' && isFinder)
        return listOf(listStatistics(request, statisticsOf));
      const [, id] = /^GET \/rest\/organizations\/(\d+)$/.exec(name) ?? [];
      return id === undefined ? undefined : readPage(id);
    },
  });
  return Object.assign(fake, { roles, statistics, notice: (id: string) => void read.add(id) });
}

export function roleFor(organization: string, role: string): JsonObject {
  return { role, organization, roleAssignee: person, state: 'APPROVED' };
}

function pageOf(all: JsonObject[], { query }: FakeRequest): JsonObject[] {
  const start = Number(query.get('start') ?? '0');
  return all.slice(start, start + Number(query.get('count') ?? '10'));
}

function readPage(id: string): FakeResponse {
  const names =
    id === '2414183'
      ? { localizedName: 'Town Bells', vanityName: 'town-bells' }
      : { localizedName: `Page ${id}`, vanityName: `page-${id}` };
  return { status: 200, body: { id: Number(id), ...names } };
}

/** LinkedIn leaves out posts without any activity. */
function listStatistics(
  { query }: FakeRequest,
  statisticsOf: (urn: string) => JsonObject | undefined,
): JsonObject[] {
  if (query.get('organizationalEntity') !== page) return [];
  return ['shares', 'ugcPosts'].flatMap((list) => {
    const [, urns = ''] = /^List\((.+)\)$/.exec(query.get(list) ?? '') ?? [];
    return urns.split(',').flatMap((urn) => {
      const totalShareStatistics = statisticsOf(urn);
      const property = list.slice(0, -1);
      return totalShareStatistics === undefined
        ? []
        : [{ organizationalEntity: page, [property]: urn, totalShareStatistics }];
    });
  });
}
