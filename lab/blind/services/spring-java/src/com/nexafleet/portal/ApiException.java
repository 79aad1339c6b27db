package com.nexafleet.portal;

/** Carries an HTTP status to the error handler. */
final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final int status;
    ApiException(int status, String message) {
        super(message, null, false, false);
        this.status = status;
    }
    static ApiException notFound(String what) { return new ApiException(404, what + " not found"); }
    static ApiException badRequest(String why) { return new ApiException(400, why); }
    static ApiException forbidden() { return new ApiException(403, "Your role does not permit this operation"); }
}
