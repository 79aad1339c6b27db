export type { TrafficExchange } from './exchanges/traffic-exchange.ts';
export type { Party } from './rules/rule.ts';
export {
  createTrafficJudge,
  type TrafficContract,
  type TrafficJudge,
  type TrafficJudgeOptions,
  type Violation,
} from './traffic-judge.ts';
