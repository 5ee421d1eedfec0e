// Values that are computed once for each object. Puzzles and their parts are never changed, only replaced.

/**
 * A function that keeps its value for each object.
 * @template {object} K
 * @template V
 * @param {(key: K) => V} compute
 * @returns {(key: K) => V}
 */
export function memoised(compute) {
  /** @type {WeakMap<K, { value: V }>} */
  const known = new WeakMap();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}
