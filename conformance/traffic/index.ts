export type { TrafficContract } from './contract-choice.ts';
export type { TrafficExchange } from './exchanges/traffic-exchange.ts';
export { createTrafficJudge, type Violation } from './traffic-judge.ts';
