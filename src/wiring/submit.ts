import {fromPromise, type PromiseActorLogic} from 'xstate'
import type {Http} from '../api/http'
import type {Call} from './ask'

/** A call that takes the values of a form. */
export const submit = <Values>(
  http: Http,
  call: Call<NoInfer<Values>, void>,
): PromiseActorLogic<void, {values: Values}> => fromPromise(({input: {values}, signal}) => call(http, values, {signal}))
