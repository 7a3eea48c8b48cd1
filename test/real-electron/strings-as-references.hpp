// better-sqlite3 keeps references to strings, which Node-API 10 introduced. Under Node-API 9 this
// keeps their text, and makes the string again where it is asked for.
#include <string>
#include <napi.h>

template <>
class Napi::Reference<Napi::String> {
 public:
  Reference() = default;
  static Reference New(const String& value, uint32_t) {
    Reference kept;
    kept.env = value.Env();
    kept.text = value.Utf8Value();
    return kept;
  }
  String Value() const { return String::New(env, text); }

 private:
  napi_env env = nullptr;
  std::string text;
};
