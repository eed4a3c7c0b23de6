/** The posts of the crash matrix: every way to settle doubt, and every network through its fake. */
import type { Outgoing } from '../networks/core/network.ts';
import { allSpecs } from '../networks/specs.ts';
import type { MatrixCase } from '../networks/testing/matrix.ts';
import { type Kind, modelNetwork } from '../networks/testing/model.ts';
import { startModelFake } from '../networks/testing/model-service.ts';

const post: Outgoing = { text: 'Hear the bells', settings: {}, media: [] };

function model(kind: Kind): MatrixCase {
  return {
    network: modelNetwork(kind, { always: ['upload'] }),
    startFake: () => startModelFake(kind),
    post,
    parts: 1,
  };
}

const ofNetworks = allSpecs.flatMap(({ network, variant = network.rules.name, startFake, posts }) =>
  Object.entries(posts).map(
    ([name, each]) => [`${variant}: ${name}`, { network, startFake, ...each }] as const,
  ),
);

/** By the name in the report. */
export const cases: Record<string, MatrixCase> = {
  'a network that honours our key': model('key'),
  'a network that can be asked': model('ask'),
  'a network that can do neither': model('neither'),
  ...Object.fromEntries(ofNetworks),
};
