/** Type of the annotations by which the worker says how many seconds the run still waits in real time. */
export const waitAnnotation = 'conformance-wait'
