export { makePlainRanking as makeWeightedRanking } from "./search.ts"
