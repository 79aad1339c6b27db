import type { DeliveryStore } from '../store/delivery-store.ts';

/** Returns a store with these methods replaced. */
export function replaceMethods(store: DeliveryStore, methods: Partial<DeliveryStore>): DeliveryStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Returns a store that passes each call of a method to `intercept`, which calls it or does not. */
export function interceptCalls(
  store: DeliveryStore,
  intercept: (method: string, call: () => Promise<unknown>, given: readonly unknown[]) => Promise<unknown>,
): DeliveryStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => intercept(String(name), () => Reflect.apply(member, target, given), given);
    },
  });
}
