/** Finds what a name means from the scope at hand, and notes what closures must capture for it. */
import type { ESTree, Identifier } from "./ast.ts"
import { SyntaxFailure } from "./failure.ts"
import { Name, type Region, type Unit } from "./names.ts"
import type { Reference } from "./scope.ts"

const THIS_SLOT = 1
const FUNCTION_SLOT = 3

/** The part of the analysis that looks names up. */
export class Resolver {
  /** The scope and the function at hand. */
  protected scope: Region
  protected unit: Unit

  constructor(unit: Unit) {
    this.unit = unit
    this.scope = unit.scope
  }

  protected resolve(name: string, position: number): Reference {
    let scope: Region | null = this.scope
    do {
      const binding = scope.bindings.get(name)
      if (binding !== undefined) return this.refer(binding, position)
      if (scope.ownName === name) {
        const unit: Unit = scope.function
        unit.nameBinding ??= new Name(name, "functionName", scope, unit.slotCount++, unit.node!.start, 0)
        return this.refer(unit.nameBinding, position)
      }
      scope = scope.parent
    } while (scope !== null)
    if (name === "arguments") {
      const reference = this.argumentsReference(position)
      if (reference !== null) return reference
    }
    return { kind: "global", name }
  }

  protected refer(binding: Name, position: number): Reference {
    const unit = this.unit
    const home = binding.scope.function
    binding.referenced = true
    if (binding.slot < 0) binding.slot = home.slotCount++
    if (home === unit) return binding.local(!binding.isInitialisedAt(position))
    binding.captured = true
    let inner = unit
    while (inner.parent !== home) inner = inner.parent!
    const check = !binding.isInitialisedAt(inner.createdAt)
    return { kind: "captured", binding, index: unit.captureIndex(binding), check }
  }

  protected identifier(node: Identifier): void {
    node.reference = this.resolve(node.name, node.start)
  }

  protected assign(node: Identifier): void {
    const reference = this.resolve(node.name, node.start)
    if (reference.kind !== "global") reference.binding.assigned = true
    node.reference = reference
  }

  protected privateName(node: ESTree.PrivateIdentifier): Reference {
    const name = "#" + node.name
    let scope: Region | null = this.scope
    while (scope !== null) {
      const binding = scope.privateHidden ? undefined : scope.bindings.get(name)
      if (binding !== undefined) return (node.reference = this.refer(binding, node.start))
      scope = scope.parent
    }
    throw new SyntaxFailure({
      kind: "ParseError",
      message: `Private field '${name}' must be declared in an enclosing class`,
      position: node.start
    })
  }

  protected argumentsReference(position: number): Reference | null {
    let owner = this.unit
    while (owner.kind === "arrow") owner = owner.parent!
    if (owner.node === null || owner.kind === "fieldInitializer" || owner.kind === "staticInitializer") return null
    for (let unit = this.unit; unit !== owner; unit = unit.parent!) unit.usesArguments = true
    owner.usesArguments = true
    owner.argumentsBinding ??= new Name("arguments", "implicit", owner.scope, owner.slotCount++, 0, 0)
    return this.refer(owner.argumentsBinding, position)
  }

  protected thisReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesThis = true
    owner.usesThis = true
    owner.thisBinding ??= new Name(
      "this",
      "implicit",
      owner.scope,
      THIS_SLOT,
      0,
      // A derived constructor has no `this` until `super()` returns.
      owner.kind === "derivedConstructor" ? Infinity : 0
    )
    return this.refer(owner.thisBinding, position)
  }

  protected functionReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesSuper = true
    owner.usesSuper = true
    owner.functionBinding ??= new Name("%function", "implicit", owner.scope, FUNCTION_SLOT, 0, 0)
    return this.refer(owner.functionBinding, position)
  }

  protected newTargetReference(position: number): Reference {
    let owner = this.unit
    for (; owner.kind === "arrow"; owner = owner.parent!) owner.usesNewTarget = true
    owner.usesNewTarget = true
    owner.newTargetBinding ??= new Name("new.target", "implicit", owner.scope, owner.slotCount++, 0, 0)
    return this.refer(owner.newTargetBinding, position)
  }

  protected superReference(node: ESTree.Super): void {
    node.reference = this.functionReference(node.start)
    node.thisReference = this.thisReference(node.start)
  }
}
