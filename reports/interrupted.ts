/** Why a case of an interrupted run has no verdict. */
export const interrupted = 'the run was interrupted'
