import { describeNetworks } from '../testing/kit.ts';
import { specs } from './conformance.ts';

describeNetworks(specs);
