/** Type of the annotations in which the worker reports how many seconds the run still waits in real time. */
export const waitAnnotation = 'conformance-wait'
