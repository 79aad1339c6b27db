export type { TrafficContract } from './contract-choice.ts';
export { findService } from './exchanges/read-exchanges.ts';
export type { TrafficExchange } from './exchanges/traffic-exchange.ts';
export type { Party } from './rules/rule.ts';
export {
  createTrafficJudge,
  type TrafficJudge,
  type TrafficJudgeOptions,
  type Violation,
} from './traffic-judge.ts';
