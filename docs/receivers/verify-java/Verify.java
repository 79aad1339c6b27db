// Verifies a delivery: WEBHOOK_SECRET=whsec_… java Verify.java <id> <timestamp> <signature> < body
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
    private static final long TOLERANCE_SECONDS = 300;

    /** Returns whether the signature is valid for these bytes, as received, and the timestamp is recent. */
    static boolean verify(String id, String timestamp, String signature, byte[] body, String secret)
            throws GeneralSecurityException {
        if (!timestamp.matches("[0-9]{1,15}")) return false;
        long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
        if (Math.abs(age) > TOLERANCE_SECONDS) return false;
        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length())); // the key is base64-encoded
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body)))
                .getBytes(StandardCharsets.UTF_8);
        boolean isValid = false;
        for (String one : signature.split(" ")) // a secret rotation adds a second signature
            isValid |= MessageDigest.isEqual(expected, one.getBytes(StandardCharsets.UTF_8)); // in constant time
        return isValid;
    }

    public static void main(String[] args) throws Exception {
        byte[] body = System.in.readAllBytes();
        boolean isValid = verify(args[0], args[1], args[2], body, System.getenv("WEBHOOK_SECRET"));
        System.out.println(isValid ? "valid" : "not valid");
    }
}
