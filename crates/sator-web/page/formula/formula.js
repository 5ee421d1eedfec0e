// A formula as `generate --to json` prints it, with questions about its variables and clauses.

/**
 * @typedef {object} Variable
 * @property {number} variable its number in DIMACS
 * @property {string | null} cell none for an auxiliary variable
 * @property {number | string} [value] a word where the cell holds something or not: queen, mine
 *
 * @typedef {object} Family
 * @property {string} name
 * @property {number} clauses
 * @property {number} literals
 *
 * @typedef {object} Rule
 * @property {string} name the rule in words
 * @property {string} family
 * @property {string[]} cells
 * @property {number[][]} clauses
 *
 * A clause with its place in the formula.
 * @typedef {object} Clause
 * @property {number[]} literals
 * @property {Rule} rule
 *
 * @typedef {object} Sizes
 * @property {string} encoding
 * @property {number} cellVariables
 * @property {number} auxiliary variables that no cell has
 * @property {number} clauses
 * @property {number} literals
 * @property {Family[]} families
 */

export class Formula {
  /**
   * @param {any} answer what the engine printed
   * @param {string} encoding
   */
  constructor(answer, encoding) {
    /** @type {Rule[]} */
    this.rules = answer.rules;
    /** @type {boolean} */
    this.truncated = answer.truncated;
    /** @type {Map<number, Variable>} */
    this.variables = new Map(answer.variables.map((/** @type {Variable} */ variable) => [variable.variable, variable]));
    /** @type {Map<string, Variable[]>} */
    this.byCell = new Map();
    for (const variable of this.variables.values()) {
      if (variable.cell !== null) this.byCell.set(variable.cell, [...(this.byCell.get(variable.cell) ?? []), variable]);
    }
    const { cell_variables: cellVariables, auxiliary_variables: auxiliary, clauses, literals, families } = answer;
    /** @type {Sizes} */
    this.sizes = { encoding, cellVariables, auxiliary, clauses, literals, families };
  }

  /** The number of clauses that are listed; less than all where the list was cut. */
  get listed() {
    return this.rules.reduce((sum, rule) => sum + rule.clauses.length, 0);
  }

  /**
   * The variables of a cell.
   * @param {string} cell
   */
  variablesOf(cell) {
    return this.byCell.get(cell) ?? [];
  }

  /**
   * The clauses that speak about a cell.
   * @param {string} cell
   * @returns {Clause[]}
   */
  clausesAbout(cell) {
    const own = new Set(this.variablesOf(cell).map(({ variable }) => variable));
    /** @type {Clause[]} */
    const found = [];
    for (const rule of this.rules) {
      for (const literals of rule.clauses) {
        if (literals.some((literal) => own.has(Math.abs(literal)))) found.push({ literals, rule });
      }
    }
    return found;
  }

  /**
   * The cells that literals speak about.
   * @param {number[]} literals
   */
  cellsOf(literals) {
    const cells = literals.map((literal) => this.variables.get(Math.abs(literal))?.cell ?? null);
    return [...new Set(cells.filter((cell) => cell !== null))];
  }

  /**
   * A literal for people: `r1c1=5`, `r1c1≠5`, `r1c1` or `¬r1c1` for squares that hold a queen or a
   * mine, and `x730` for an auxiliary variable.
   * @param {number} literal
   */
  literal(literal) {
    const known = this.variables.get(Math.abs(literal));
    if (!known || known.cell === null) return `${literal < 0 ? '¬' : ''}x${Math.abs(literal)}`;
    if (typeof known.value === 'string') return `${literal < 0 ? '¬' : ''}${known.cell}`;
    return `${known.cell}${literal < 0 ? '≠' : '='}${known.value}`;
  }

  /**
   * A clause for people.
   * @param {number[]} literals
   */
  clause(literals) {
    return literals.length === 0 ? 'false' : literals.map((literal) => this.literal(literal)).join(' ∨ ');
  }
}

/**
 * A clause as DIMACS has it.
 * @param {number[]} literals
 */
export const dimacs = (literals) => [...literals, 0].join(' ');
