"""The extra rules of sudokus as CP-SAT constraints over integers, for `with_cpsat.py`.

Each function takes a `Grid` and the JSON of a rule. Rules about pairs are tables, rules about lines
and outside clues are linear where they can be, automata or reified comparisons elsewhere.
"""

from itertools import combinations, product


class Grid:
    """The integers of a grid, and helpers to state rules about them."""

    def __init__(self, model, puzzle, cells):
        self.model, self.puzzle, self.cells = model, puzzle, cells
        self.n = puzzle["n"]
        self.values = sorted(puzzle.get("values") or range(1, self.n + 1))
        self.rules = puzzle["constraints"]

    def at(self, places):
        return [self.cells[r, c] for r, c in places]

    def pair(self, one, other, fits):
        allowed = [(a, b) for a in self.values for b in self.values if fits(a, b)]
        self.model.add_allowed_assignments([one, other], allowed)

    def is_value(self, cell, value):
        """A truth value for `cell == value`."""
        key = (cell.index, value)
        known = self.__dict__.setdefault("known", {})
        if key not in known:
            known[key] = self.model.new_bool_var("")
            self.model.add(cell == value).only_enforce_if(known[key])
            self.model.add(cell != value).only_enforce_if(~known[key])
        return known[key]

    def line(self, rule):
        cells = [(rule["index"], i) if rule["axis"] == "row" else (i, rule["index"]) for i in range(self.n)]
        return self.at(cells if rule.get("from", "start") == "start" else cells[::-1])

    def automaton(self, cells, start, step, accepts):
        """States are found by following `step`; a step to None rejects."""
        numbers, arcs, layer = {start: 0}, set(), {start}
        for _ in cells:
            reached = set()
            for state in layer:
                for value in self.values:
                    to = step(state, value)
                    if to is not None:
                        numbers.setdefault(to, len(numbers))
                        arcs.add((numbers[state], value, numbers[to]))
                        reached.add(to)
            layer = reached
        finals = [number for state, number in numbers.items() if accepts(state)]
        if not finals or not arcs:
            self.model.add_bool_or([])
            return
        self.model.add_automaton(cells, 0, finals, sorted(arcs))

    def neighbours(self):
        n = self.n
        right = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
        below = [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
        return right + below

    def regions(self):
        n, regions = self.n, self.puzzle.get("regions")
        places = [(r, c) for r in range(n) for c in range(n)]
        if "box_h" in self.puzzle:
            height, width = self.puzzle["box_h"], self.puzzle["box_w"]
            key = lambda r, c: (r // height, c // width)
        elif regions:
            key = lambda r, c: regions[r][c]
        else:
            return []
        of = {}
        for r, c in places:
            if key(r, c) != -1:
                of.setdefault(key(r, c), []).append((r, c))
        return list(of.values())

    def third(self, value):
        count, size = len(self.values), len(self.values) // 3
        place = self.values.index(value)
        return 0 if place < size else 2 if place >= count - size else 1


def differ(grid, places):
    grid.model.add_all_different(grid.at(places))


def moves(grid, steps):
    for r, c in product(range(grid.n), repeat=2):
        for down, right in steps:
            if (r + down, c + right) in grid.cells:
                grid.model.add(grid.cells[r, c] != grid.cells[r + down, c + right])


def windoku(grid, _):
    side = int(grid.n**0.5)
    starts = [start for start in range(1, grid.n, side + 1) if start + side <= grid.n]
    for top, left in product(starts, repeat=2):
        differ(grid, [(top + i, left + j) for i in range(side) for j in range(side)])


def marked(grid, kinds):
    rules = [rule for rule in grid.rules if rule["type"] in kinds]
    return {frozenset(map(tuple, rule["cells"])) for rule in rules}


def nonconsecutive(grid, _):
    marks = marked(grid, ["difference"])
    for pair in grid.neighbours():
        if frozenset(pair) not in marks:
            grid.pair(*grid.at(pair), lambda a, b: abs(a - b) != 1)


RELATIONS = {
    "difference": lambda a, b, v: abs(a - b) == v,
    "ratio": lambda a, b, v: a == v * b or b == v * a,
    "pair_sum": lambda a, b, v: a + b == v,
}


def negative(grid, rule):
    kinds = ["pair_sum"] if rule["of"] == "pair_sum" else ["difference", "ratio"]
    marks, has = marked(grid, kinds), RELATIONS[rule["of"]]
    for pair in grid.neighbours():
        if frozenset(pair) not in marks:
            grid.pair(*grid.at(pair), lambda a, b: not any(has(a, b, v) for v in rule["values"]))


def antitaxicab(grid, _):
    for (r, c), (s, d) in combinations(grid.cells, 2):
        steps = abs(r - s) + abs(c - d)
        if r != s and c != d and steps in grid.values:
            both = [grid.is_value(grid.cells[r, c], steps), grid.is_value(grid.cells[s, d], steps)]
            grid.model.add_bool_or([~it for it in both])


def squares(grid, class_of):
    for r, c in product(range(grid.n - 1), repeat=2):
        cells = grid.at([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)])
        for wanted in range(3):
            values = [value for value in grid.values if class_of(value) == wanted]
            grid.model.add_bool_or([grid.is_value(cell, value) for cell in cells for value in values])


def disjoint_groups(grid, _):
    for places in zip(*grid.regions()):
        differ(grid, places)


def dutch_flatmates(grid, _):
    for (r, c), cell in grid.cells.items():
        mates = [(place, value) for place, value in (((r - 1, c), 1), ((r + 1, c), 9)) if place in grid.cells]
        options = [grid.is_value(grid.cells[place], value) for place, value in mates]
        grid.model.add_bool_or([~grid.is_value(cell, 5), *options])


def cage(grid, rule):
    differ(grid, rule["cells"])
    if rule.get("sum") is not None:
        grid.model.add(sum(grid.at(rule["cells"])) == rule["sum"])


def allowed(grid, rule, values=None):
    for cell in grid.at(rule["cells"]):
        grid.model.add_allowed_assignments([cell], [(value,) for value in values or rule["values"]])


def extreme(grid, rule, sign):
    cells = {tuple(place) for it in grid.rules if it["type"] == rule["type"] for place in it["cells"]}
    for pair in grid.neighbours():
        for one, other in (pair, pair[::-1]):
            if list(one) in rule["cells"] and other not in cells:
                grid.model.add(sign * grid.cells[one] < sign * grid.cells[other])


def quadruple(grid, rule):
    for value in set(rule["values"]):
        cells = [grid.is_value(cell, value) for cell in grid.at(rule["cells"])]
        grid.model.add(sum(cells) >= rule["values"].count(value))


def clone(grid, rule):
    first, *others = [grid.at(group) for group in rule["groups"]]
    for other in others:
        for one, two in zip(first, other):
            grid.model.add(one == two)


def same_values(grid, rule):
    first, *others = [grid.at(group) for group in rule["groups"]]
    for other, value in product(others, grid.values):
        count = lambda cells: sum(grid.is_value(cell, value) for cell in cells)
        grid.model.add(count(first) == count(other))


def equal_sum(grid, rule):
    first, *others = [sum(grid.at(group)) for group in rule["groups"]]
    for other in others:
        grid.model.add(first == other)


def counting_circles(grid, rule):
    for value in grid.values:
        cells = [grid.is_value(cell, value) for cell in grid.at(rule["cells"])]
        is_used = grid.model.new_bool_var("")
        grid.model.add(sum(cells) == value * is_used)


def lunchbox(grid, rule):
    cells, n = grid.at(rule["cells"]), len(rule["cells"])
    grid.model.add_all_different(cells)
    ends = []
    for i, j in product(range(n), repeat=2):
        if i != j or n == 1:
            chosen = grid.model.new_bool_var("")
            ends.append(chosen)
            for k, cell in enumerate(cells):
                if k not in (i, j):
                    grid.model.add(cells[i] < cell).only_enforce_if(chosen)
                    grid.model.add(cell < cells[j]).only_enforce_if(chosen)
            if i != j:
                grid.model.add(cells[i] < cells[j]).only_enforce_if(chosen)
            between = cells[min(i, j) + 1 : max(i, j)]
            grid.model.add(sum(between) == rule["sum"]).only_enforce_if(chosen)
    grid.model.add_exactly_one(ends)


def equality_cage(grid, rule):
    cells, values = grid.at(rule["cells"]), grid.values
    grid.model.add_all_different(cells)
    middle = lambda value: 2 * values.index(value) + 1 - len(values)
    classes = [lambda v: v % 2, lambda v: v % 2 == 0, lambda v: middle(v) < 0, lambda v: middle(v) > 0]
    for is_such in classes:
        such = [grid.is_value(cell, value) for cell in cells for value in values if is_such(value)]
        grid.model.add(2 * sum(such) == len(cells))


def rellik(grid, rule):
    cells = grid.at(rule["cells"])
    for size in range(1, len(cells) + 1):
        for subset in combinations(cells, size):
            grid.model.add(sum(subset) != rule["sum"])


def look_and_say(grid, rule):
    for count, value in rule["counts"]:
        grid.model.add(sum(grid.is_value(cell, value) for cell in grid.at(rule["cells"])) == count)


def indexer(grid, rule, told):
    for r, c in rule["cells"]:
        for value in grid.values:
            place, number = told(r, c, value)
            is_here = grid.is_value(grid.cells[r, c], value)
            if place in grid.cells:
                grid.model.add_implication(is_here, grid.is_value(grid.cells[place], number))
            else:
                grid.model.add_bool_or([~is_here])


def rising(grid, rule, gap):
    for one, other in zip(grid.at(rule["cells"]), grid.at(rule["cells"])[1:]):
        grid.model.add(one + gap <= other)


def arrow(grid, rule):
    circle = sum(10**place * cell for place, cell in enumerate(reversed(grid.at(rule["circle"]))))
    grid.model.add(circle == sum(grid.at(rule["cells"])))


def double_arrow(grid, rule):
    first, *between, last = grid.at(rule["cells"])
    grid.model.add(first + last == sum(between))


def near(grid, rule, reach, fits):
    cells = grid.at(rule["cells"])
    for i, j in combinations(range(len(cells)), 2):
        if j - i < reach:
            grid.pair(cells[i], cells[j], fits)


def renban(grid, rule):
    places = list(dict.fromkeys(map(tuple, rule["cells"])))
    cells = grid.at(places)
    grid.model.add_all_different(cells)
    low, high = (grid.model.new_int_var(grid.values[0], grid.values[-1], "") for _ in range(2))
    grid.model.add_min_equality(low, cells)
    grid.model.add_max_equality(high, cells)
    grid.model.add(high - low == len(cells) - 1)


def palindrome(grid, rule):
    cells = grid.at(rule["cells"])
    for one, other in zip(cells[: len(cells) // 2], reversed(cells)):
        grid.model.add(one == other)


def ends(grid, rule, is_inside):
    first, *inner, last = grid.at(rule["cells"])
    rises = grid.model.new_bool_var("")
    gap = 0 if is_inside else rule["min_diff"]
    grid.model.add(first + gap <= last).only_enforce_if(rises)
    grid.model.add(last + gap <= first).only_enforce_if(~rises)
    for cell in inner:
        for low, high, order in ((first, last, rises), (last, first, ~rises)):
            if is_inside:
                grid.model.add(low < cell).only_enforce_if(order)
                grid.model.add(cell < high).only_enforce_if(order)
            else:
                is_below = grid.model.new_bool_var("")
                grid.model.add(cell < low).only_enforce_if(order, is_below)
                grid.model.add(cell > high).only_enforce_if(order, ~is_below)


def region_sum(grid, rule):
    of = {place: number for number, places in enumerate(grid.regions()) for place in places}
    parts, last = [], None
    for place in map(tuple, rule["cells"]):
        if of.get(place) != last or not parts:
            parts.append([])
        last = of.get(place)
        parts[-1].append(grid.cells[place])
    for part in parts[1:]:
        grid.model.add(sum(parts[0]) == sum(part))


def zipper(grid, rule):
    cells = grid.at(rule["cells"])
    half = len(cells) // 2
    sums = [one + other for one, other in zip(cells[:half], reversed(cells))]
    sums += [cells[half]] if len(cells) % 2 else []
    for other in sums[1:]:
        grid.model.add(sums[0] == other)


def sum_line(grid, rule):
    total = rule["sum"]

    def step(part, value):
        part = (0 if part == total and value > 0 else part) + value
        return part if part <= total else None

    grid.automaton(grid.at(rule["cells"]), 0, step, lambda part: part == total)


def value_index(grid, rule):
    first, second, *beyond = grid.at(rule["cells"])
    for steps in grid.values:
        is_here = grid.is_value(second, steps)
        if 1 <= steps <= len(beyond):
            grid.model.add(beyond[steps - 1] == first).only_enforce_if(is_here)
        else:
            grid.model.add_bool_or([~is_here])


def sandwich(grid, rule):
    low, high, total = grid.values[0], grid.values[-1], rule["sum"]

    def step(state, value):
        place, inside = state
        if value in (low, high):
            return {0: (1, 0), 1: (2, 0) if inside == total else None}.get(place)
        if place == 1:
            return (1, inside + value) if inside + value <= total else None
        return state

    grid.automaton(grid.line(rule), (0, 0), step, lambda state: state[0] == 2)


def xsum(grid, rule):
    total = rule["sum"]

    def step(state, value):
        if state is None or state == "start":
            return (value - 1, value) if 1 <= value <= grid.n else None
        left, inside = state
        if left == 0:
            return state
        return (left - 1, inside + value) if inside + value <= total else None

    grid.automaton(grid.line(rule), "start", step, lambda state: state == (0, total))


def skyscraper(grid, rule):
    def step(state, value):
        highest, seen = state
        seen += value > highest
        return (max(highest, value), seen) if seen <= rule["value"] else None

    grid.automaton(grid.line(rule), (0, 0), step, lambda state: state[1] == rule["value"])


def hidden_skyscraper(grid, rule):
    def step(state, value):
        if state == "found":
            return state
        if value > state:
            return value
        return "found" if value == rule["value"] else None

    grid.automaton(grid.line(rule), 0, step, lambda state: state == "found")


def numbered_room(grid, rule):
    first, *_ = line = grid.line(rule)
    for value in grid.values:
        is_here = grid.is_value(first, value)
        if 1 <= value <= grid.n:
            grid.model.add(line[value - 1] == rule["value"]).only_enforce_if(is_here)
        else:
            grid.model.add_bool_or([~is_here])


def full_rank(grid, rule):
    sides = [(axis, index, start) for axis in ("row", "col") for index in range(grid.n) for start in ("start", "end")]
    number = lambda axis, index, start: sum(
        10**place * cell
        for place, cell in enumerate(reversed(grid.line({"axis": axis, "index": index, "from": start})))
    )
    own = (rule["axis"], rule["index"], rule["from"])
    smaller = []
    for side in sides:
        if side != own:
            is_less = grid.model.new_bool_var("")
            smaller.append(is_less)
            grid.model.add(number(*side) < number(*own)).only_enforce_if(is_less)
            grid.model.add(number(*side) > number(*own)).only_enforce_if(~is_less)
    grid.model.add(sum(smaller) == rule["value"] - 1)


def pairs(grid, rule):
    has = RELATIONS[rule["type"]]
    usual = {"difference": 1, "ratio": 2, "pair_sum": 10}[rule["type"]]
    grid.pair(*grid.at(rule["cells"]), lambda a, b: has(a, b, rule.get("value", usual)))


KNIGHT = [(1, -2), (1, 2), (2, -1), (2, 1)]
KING = [(1, -1), (1, 1)]

RULES = {
    "diagonal_main": lambda grid, _: differ(grid, [(i, i) for i in range(grid.n)]),
    "diagonal_anti": lambda grid, _: differ(grid, [(i, grid.n - 1 - i) for i in range(grid.n)]),
    "windoku": windoku,
    "antiknight": lambda grid, _: moves(grid, KNIGHT),
    "antiking": lambda grid, _: moves(grid, KING),
    "nonconsecutive": nonconsecutive,
    "disjoint_groups": disjoint_groups,
    "antitaxicab": antitaxicab,
    "global_entropy": lambda grid, _: squares(grid, grid.third),
    "global_mod3": lambda grid, _: squares(grid, lambda value: value % 3),
    "dutch_flatmates": dutch_flatmates,
    "cage": cage,
    "sum": lambda grid, rule: grid.model.add(sum(grid.at(rule["cells"])) == rule["sum"]),
    "little_killer": lambda grid, rule: grid.model.add(sum(grid.at(rule["cells"])) == rule["sum"]),
    "all_different": lambda grid, rule: differ(grid, rule["cells"]),
    "extra_region": lambda grid, rule: differ(grid, rule["cells"]),
    "odd": lambda grid, rule: allowed(grid, rule, [value for value in grid.values if value % 2]),
    "even": lambda grid, rule: allowed(grid, rule, [value for value in grid.values if value % 2 == 0]),
    "allowed": allowed,
    "minimum": lambda grid, rule: extreme(grid, rule, 1),
    "maximum": lambda grid, rule: extreme(grid, rule, -1),
    "quadruple": quadruple,
    "clone": clone,
    "same_values": same_values,
    "equal_sum": equal_sum,
    "counting_circles": counting_circles,
    "lunchbox": lunchbox,
    "equality_cage": equality_cage,
    "rellik": rellik,
    "look_and_say": look_and_say,
    "column_indexer": lambda grid, rule: indexer(grid, rule, lambda r, c, v: ((r, v - 1), c + 1)),
    "row_indexer": lambda grid, rule: indexer(grid, rule, lambda r, c, v: ((v - 1, c), r + 1)),
    "difference": pairs,
    "ratio": pairs,
    "pair_sum": pairs,
    "greater_than": lambda grid, rule: grid.model.add(grid.at(rule["cells"])[0] > grid.at(rule["cells"])[1]),
    "negative": negative,
    "thermo": lambda grid, rule: rising(grid, rule, 1),
    "slow_thermo": lambda grid, rule: rising(grid, rule, 0),
    "arrow": arrow,
    "double_arrow": double_arrow,
    "whisper": lambda grid, rule: near(grid, rule, 2, lambda a, b: abs(a - b) >= rule.get("min_diff", 5)),
    "renban": renban,
    "nabner": lambda grid, rule: near(grid, rule, len(rule["cells"]), lambda a, b: abs(a - b) >= 2),
    "palindrome": palindrome,
    "between": lambda grid, rule: ends(grid, rule, True),
    "lockout": lambda grid, rule: ends(grid, rule, False),
    "region_sum": region_sum,
    "entropic": lambda grid, rule: near(grid, rule, 3, lambda a, b: grid.third(a) != grid.third(b)),
    "modular": lambda grid, rule: near(grid, rule, rule["mod"], lambda a, b: a % rule["mod"] != b % rule["mod"]),
    "zipper": zipper,
    "sum_line": sum_line,
    "value_index": value_index,
    "sandwich": sandwich,
    "xsum": xsum,
    "skyscraper": skyscraper,
    "hidden_skyscraper": hidden_skyscraper,
    "numbered_room": numbered_room,
    "full_rank": full_rank,
}


def sudoku_with_rules(cp, puzzle):
    """The model of a sudoku with extra rules, and how its values are read."""
    n, model = puzzle["n"], cp.CpModel()
    values = sorted(puzzle.get("values") or range(1, n + 1))
    domain = cp.Domain.from_values(values)
    cells = {(r, c): model.new_int_var_from_domain(domain, "") for r in range(n) for c in range(n)}
    for r, row in enumerate(puzzle.get("givens") or []):
        for c, value in enumerate(row):
            if value is not None:
                model.add(cells[r, c] == value)
    grid = Grid(model, puzzle, cells)
    lines = [[(i, j) for j in range(n)] for i in range(n)] + [[(j, i) for j in range(n)] for i in range(n)]
    for house in lines + grid.regions():
        differ(grid, house)
    for rule in grid.rules:
        RULES[rule["type"]](grid, rule)
    return model, lambda value: [value(cell) for cell in cells.values()]
